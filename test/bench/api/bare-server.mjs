// The reference of `npm run bench:api`: one route of Hono on the same adapter, without middleware. Prints its port.
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('/', context => context.text('ok'))
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
