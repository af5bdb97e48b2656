import '../server/order/refunds.test.js'
import '../server/order/order.test.js'
import '../server/account/merge.test.js'
import '../server/payment/stripe.test.js'
