// One file, as for the ledger: what an order gives and takes, and what of it comes along to an account.
import '../server/money-back.test.js'
import '../server/store.test.js'
import '../server/account-merge.test.js'
import '../server/stripe.test.js'
