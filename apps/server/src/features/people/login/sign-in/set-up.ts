import type { AccountId } from '@attune/contract/common/ids'
import { withoutHealthWords } from '@attune/contract/common/text/health-words'
import type { Enrolment } from '@attune/contract/features/people/login/login.schemas'
import type { Context } from '../../../../platform/policy/context.ts'
import { conflict, createRefusal } from '../../../../platform/policy/refusal.ts'
import { markPractice } from '../../../../platform/secrets/secrets.ts'
import { sharedEnrolment } from '../factor/shared-app.ts'
import { signInToBoth } from '../login.both.ts'
import { signInAfterPasswordSet, type CompletedSignIn } from '../login.complete.ts'
import { limitOpenCalls, invalidLink } from '../login.calls.ts'
import { adminExists, createFirstProfiles } from '../login.queries.ts'

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
 * the set-up is interrupted before that transaction ends, the next start of the server prints a link to complete it; if it is interrupted later, the
 * person signs in and continues with the two-step verification. Signs in to both accounts, with the therapist account active, or to the only account,
 * that of the admin. Refuses with SAME_EMAIL if both accounts have the same address, with CONFLICT if an address already has a profile, with
 * INVALID_LINK, and as `limitOpenCalls` and `signInAfterPasswordSet` do.
 */
export async function setUpFirstAdmin(context: Context, input: SetUp): Promise<CompletedSetUp> {
  await limitOpenCalls(context)
  const { app } = context
  if (input.therapist?.email === input.email) throw createRefusal('SAME_EMAIL', 409)
  if (!(await app.auth.oneTimeTokens.read('setup', input.token)) || (await adminExists(app.db))) throw invalidLink()

  // An address that already has a profile, for example as a client, cannot be used for the first accounts.
  for (const email of [input.email, input.therapist?.email]) {
    if (email && (await app.auth.users.hasProfile(email))) throw conflict()
  }

  const { admin, therapist } = await createAccounts(context, input)
  const { hasProfiles, shared } = await completeAccounts(context, input, { admin, therapist }).catch(
    async (error: unknown) => {
      await app.auth.users.restoreSetupToken(input.token)
      throw error
    },
  )
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

/** Creates the accounts, each with its own hash, even if both have the same password. Refuses with INVALID_LINK if the token was used meanwhile. */
async function createAccounts({ app: { auth } }: Context, input: SetUp): Promise<CreatedAccounts> {
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
  if (!adminId) throw invalidLink()
  return {
    admin: { userId: adminId, email },
    therapist: therapist && therapistId ? { userId: therapistId, email: therapist.email } : null,
  }
}

/**
 * Creates the profiles and the settings, and starts the set-up of one app for both accounts if there is a therapist account; otherwise `shared` is
 * null. `hasProfiles` is false if another set-up has created an admin meanwhile.
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
