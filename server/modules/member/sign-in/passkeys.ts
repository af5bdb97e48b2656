import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import type { ConsoleContext } from '../console-action.js'
import type { MemberSession } from '../member-session.js'

const CHALLENGE_LIFETIME_MS = 5 * 60_000
const MAX_PASSKEYS = 20

// Loaded when it is needed, because it takes a tenth of a second.
const loadWebAuthn = () => import('@simplewebauthn/server')

const toRelyingPartyId = (origin: string) => new URL(origin).hostname

async function storeChallenge({ db, now }: ConsoleContext, challenge: string, memberId: string | null): Promise<void> {
  await db.deleteFrom('member_challenges').where('expires_at', '<', now).execute()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await db.insertInto('member_challenges').values({ challenge, member_id: memberId, expires_at: expiresAt }).execute()
}

/** Each challenge counts once, and only for the member who asked for it. */
async function takeChallenge(
  { db, now }: ConsoleContext,
  challenge: string,
  memberId: string | null
): Promise<boolean> {
  const taken = await db
    .deleteFrom('member_challenges')
    .where('challenge', '=', challenge)
    .where('expires_at', '>', now)
    .where('member_id', memberId === null ? 'is' : '=', memberId)
    .returning('challenge')
    .execute()
  return taken.length === 1
}

export const listPasskeys = (db: Kysely<Database>, memberId: string) =>
  db
    .selectFrom('member_passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

export async function createRegistrationOptions(context: ConsoleContext, { member }: MemberSession) {
  const { generateRegistrationOptions } = await loadWebAuthn()
  const passkeys = await listPasskeys(context.db, member.id)
  if (passkeys.length >= MAX_PASSKEYS) throw createFieldError('passkey', 'too_many')
  const options = await generateRegistrationOptions({
    rpName: 'Drama',
    rpID: toRelyingPartyId(context.origin),
    userID: new TextEncoder().encode(member.id),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
  await storeChallenge(context, options.challenge, member.id)
  return options
}

export async function addPasskey(
  context: ConsoleContext,
  { member }: MemberSession,
  { response, name }: { response: RegistrationResponseJSON; name: string }
): Promise<void> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge => takeChallenge(context, challenge, member.id),
    expectedOrigin: context.origin,
    expectedRPID: toRelyingPartyId(context.origin),
    requireUserVerification: true
  }).catch(refuseResponse)
  if (!verified.verified) throw createFieldError('response', 'not_verified')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  await context.db
    .insertInto('member_passkeys')
    .values({
      id,
      member_id: member.id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(transports),
      name,
      created_at: context.now
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function createAuthenticationOptions(context: ConsoleContext) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: toRelyingPartyId(context.origin),
    userVerification: 'required'
  })
  await storeChallenge(context, options.challenge, null)
  return options
}

/** Returns the member's id. Throws 4501 unless an active member has the passkey. */
export async function checkPasskey(context: ConsoleContext, response: AuthenticationResponseJSON): Promise<string> {
  const { db, now, origin } = context
  const row = await db
    .selectFrom('member_passkeys')
    .innerJoin('members', 'members.id', 'member_passkeys.member_id')
    .select(['member_passkeys.id', 'member_id', 'public_key', 'counter', 'transports'])
    .where('member_passkeys.id', '=', response.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new BusinessError(4501)
  const transports: WebAuthnCredential['transports'] = JSON.parse(row.transports)
  const credential: WebAuthnCredential = {
    id: row.id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    counter: Number(row.counter),
    ...(transports !== undefined && { transports })
  }
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge => takeChallenge(context, challenge, null),
    expectedOrigin: origin,
    expectedRPID: toRelyingPartyId(origin),
    credential,
    requireUserVerification: true
  }).catch(refuseResponse)
  if (!verified.verified) throw new BusinessError(4501)
  await db
    .updateTable('member_passkeys')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: now })
    .where('id', '=', row.id)
    .execute()
  return row.member_id
}

/** The package throws an Error for everything that is wrong with a response. */
function refuseResponse(error: unknown): never {
  if (error instanceof BusinessError) throw error
  throw new BusinessError(4501)
}
