export const PENDING_ORDERS_KEY = 'drama_orders'
