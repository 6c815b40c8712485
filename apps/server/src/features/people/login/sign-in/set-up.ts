import type { AccountId } from '@attune/contract/common/ids'
import { withoutHealthWords } from '@attune/contract/common/text/health-words'
import type { Enrolment } from '@attune/contract/features/people/login/login.schemas'
import type { Auth } from '../../../../platform/auth/auth.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { conflict, createRefusal } from '../../../../platform/policy/refusal.ts'
import { markPractice } from '../../../../platform/secrets/secrets.ts'
import { isPasswordOf } from '../account/logins.ts'
import { sharedEnrolment } from '../factor/shared-app.ts'
import { signInToBoth } from '../login.both.ts'
import { signInAfterPasswordSet, type CompletedSignIn } from '../login.complete.ts'
import { limitOpenCalls, invalidLink } from '../login.calls.ts'
import { adminExists, createFirstProfiles } from '../login.queries.ts'
import { readAccountOfUsedLink } from './used-link.ts'

type SetUp = {
  token: string
  firstName: string
  lastName: string
  email: string
  password: string
  language: string
  zone: string
  practiceName: string
  emailName?: string | undefined
  publicUrl: string | null
  therapist: { email: string; password?: string | undefined } | null
}

type CompletedSetUp = CompletedSignIn & { enrolment: Enrolment | null }

/**
 * Creates the first admin and, if requested, a therapist account of the same person. One statement consumes the token and creates the accounts in the
 * schema `auth`. Then the set-up of the authenticator app of both accounts starts, and one transaction creates their profiles and the settings. If
 * the set-up is interrupted before that transaction ends, the same call or a link that the next start of the server prints completes it; if it is
 * interrupted later, the same call or a sign-in continues with the two-step verification. Signs in to both accounts, with the therapist account
 * active, or to the only account, that of the admin. A call repeated with the same link, addresses and passwords gets the same answer, until one of
 * the accounts has a second factor. Refuses with SAME_EMAIL if both accounts have the same address, with CONFLICT if an address already has a
 * profile, with INVALID_LINK, and as `limitOpenCalls` and `signInAfterPasswordSet` do.
 */
export async function setUpFirstAdmin(context: Context, input: SetUp): Promise<CompletedSetUp> {
  await limitOpenCalls(context)
  const { app } = context
  if (input.therapist?.email === input.email) throw createRefusal('SAME_EMAIL', 409)
  const accounts = (await createAccounts(context, input)) ?? (await readEarlierAccounts(context, input))
  if (!accounts) throw invalidLink()
  const { admin, therapist } = accounts
  const { hasProfiles, shared } = await completeAccounts(context, input, accounts).catch(async (error: unknown) => {
    await app.auth.users.restoreSetupToken(input.token)
    throw error
  })
  if (!hasProfiles) throw invalidLink()
  markPractice(app.config.secretsDir)
  await app.site.refresh()
  if (therapist && shared) {
    const signedIn = await signInToBoth(context, [therapist.userId, admin.userId])
    return { ...signedIn, enrolment: sharedEnrolment(shared, admin) }
  }
  const result = await signInAfterPasswordSet(context, input.email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return { ...result, enrolment: null }
}

type CreatedAccount = { userId: AccountId; email: string }
type CreatedAccounts = { admin: CreatedAccount; therapist: CreatedAccount | null }

/**
 * Creates the accounts, each with its own hash, even if both have the same password. Returns null if the link is not valid or an admin exists.
 * Refuses with CONFLICT if an address already has a profile, for example as a client.
 */
async function createAccounts({ app }: Context, input: SetUp): Promise<CreatedAccounts | null> {
  const { auth } = app
  // Read before the token: while the token is unused, a profile or an admin is not that of an earlier call with the same link.
  const hasAdmin = await adminExists(app.db)
  const hasProfile = await hasAnyProfile(auth, [input.email, input.therapist?.email])
  if (!(await auth.oneTimeTokens.read('setup', input.token)) || hasAdmin) return null
  if (hasProfile) throw conflict()

  const { firstName, lastName, language, zone, email, therapist } = input
  const personOf = async (address: string, password: string) => ({
    firstName,
    lastName,
    language,
    zone,
    email: address,
    passwordHash: await auth.passwords.hash(password),
  })
  const people = [await personOf(email, input.password)]
  if (therapist) people.push(await personOf(therapist.email, therapist.password ?? input.password))
  const [adminId, therapistId] = (await auth.users.createFirst(input.token, people)) ?? []
  if (!adminId) return null
  return {
    admin: { userId: adminId, email },
    therapist: therapist && therapistId ? { userId: therapistId, email: therapist.email } : null,
  }
}

async function hasAnyProfile(auth: Auth, emails: (string | undefined)[]): Promise<boolean> {
  for (const email of emails) if (email && (await auth.users.hasProfile(email))) return true
  return false
}

/**
 * Returns the accounts that an earlier call with the same link, addresses and passwords created. Returns null if there are none or one of them has a
 * second factor.
 */
async function readEarlierAccounts(context: Context, input: SetUp): Promise<CreatedAccounts | null> {
  const { users } = context.app.auth
  const admin = await readAccountOfUsedLink(context, 'setup', input)
  if (admin?.email !== input.email) return null
  const therapist = input.therapist && (await readEarlierTherapist(context, input.therapist, input.password))
  if (input.therapist && !therapist) return null
  const ids = therapist ? [admin.userId, therapist.userId] : [admin.userId]
  return (await users.withSecondFactor(ids)).size === 0 ? { admin, therapist } : null
}

async function readEarlierTherapist(
  context: Context,
  { email, password }: NonNullable<SetUp['therapist']>,
  sharedPassword: string,
): Promise<CreatedAccount | null> {
  const user = await context.app.auth.users.byEmail(email)
  const account = user && { userId: user.id, email }
  return account && (await isPasswordOf(context, account, password ?? sharedPassword)) ? account : null
}

/**
 * Creates the profiles, unless an earlier call did, saves the settings, and starts the set-up of one app for both accounts if there is a therapist
 * account; otherwise `shared` is null. `hasProfiles` is false if another set-up has created an admin meanwhile.
 */
async function completeAccounts({ app }: Context, input: SetUp, { admin, therapist }: CreatedAccounts) {
  const { firstName, lastName, language, zone, practiceName } = input
  const shared = therapist && (await app.auth.sharedApps.begin([therapist, admin]))
  const hasProfiles = await createFirstProfiles(app.db, {
    firstName,
    lastName,
    language,
    zone,
    admin: { id: admin.userId, email: admin.email },
    therapist: therapist && { id: therapist.userId, email: therapist.email },
    practiceName,
    emailName: input.emailName ?? withoutHealthWords(practiceName),
    publicUrl: app.config.publicUrl === null && input.publicUrl ? new URL(input.publicUrl).origin : null,
  })
  return { hasProfiles, shared }
}
