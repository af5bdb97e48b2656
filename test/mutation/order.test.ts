// One file, as for the ledger: what an order gives and takes, and what of it comes along to an account.
import '../server/order/refunds.test.js'
import '../server/order/order.test.js'
import '../server/account/merge.test.js'
import '../server/order/stripe.test.js'
