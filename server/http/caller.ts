import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Config } from '../config/config.js'
import { readClientAddress } from './client-address.js'
import { readCountry } from './country.js'

const HEADER_LIMIT = 256

export function readCaller(context: Context, { config }: { config: Config }) {
  return {
    deviceId: (context.req.header('XX-Device-Id') ?? '').slice(0, HEADER_LIMIT),
    userAgent: (context.req.header('User-Agent') ?? '').slice(0, HEADER_LIMIT),
    address: readClientAddress(
      readSocketAddress(context),
      context.req.header('X-Forwarded-For'),
      config.trustedProxies
    ),
    country: readCountry(name => context.req.header(name), config),
    idempotencyKey: context.req.header('Idempotency-Key') ?? null,
    origin: readOrigin(context, { config })
  }
}

function readSocketAddress({ env }: Context): string | undefined {
  const { incoming }: Partial<HttpBindings> = env ?? {}
  return incoming?.socket.remoteAddress
}

/** The address of this server as its callers know it. */
export const readOrigin = (context: Context, { config }: { config: Config }) =>
  config.publicUrl ?? new URL(context.req.url).origin
