import { withoutHealthWords } from '@attune/contract/common/text/health-words'
import type { Context } from '../../../../platform/policy/context.ts'
import { conflict, createRefusal } from '../../../../platform/policy/refusal.ts'
import { markPractice } from '../../../../platform/secrets/secrets.ts'
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
  therapist: { email: string; password: string } | null
}

/**
 * Creates the first admin and, if requested, a therapist account of the same person. One statement consumes the token and creates the accounts in the
 * schema `auth`. Then one transaction creates their profiles and the settings. If the set-up is interrupted before that transaction, the next start
 * of the server prints a link to complete it. Refuses with SAME_EMAIL if both accounts have the same address, with CONFLICT if an address already has
 * a profile, with INVALID_LINK, and as `limitOpenCalls` and `signInAfterPasswordSet` do.
 */
export async function setUpFirstAdmin(context: Context, input: SetUp): Promise<CompletedSignIn> {
  await limitOpenCalls(context)
  const { app } = context
  if (input.therapist?.email === input.email) throw createRefusal('SAME_EMAIL', 409)
  const publicUrl = app.config.publicUrl === null && input.publicUrl ? new URL(input.publicUrl).origin : null
  if (!(await app.auth.oneTimeTokens.read('setup', input.token)) || (await adminExists(app.db))) throw invalidLink()

  // An address that already has a profile, for example as a client, cannot be used for the first accounts.
  for (const email of [input.email, input.therapist?.email]) {
    if (email && (await app.auth.users.hasProfile(email))) throw conflict()
  }

  const person = { firstName: input.firstName, lastName: input.lastName, language: input.language, zone: input.zone }
  const people = [{ ...person, email: input.email, passwordHash: await app.auth.passwords.hash(input.password) }]
  if (input.therapist) {
    people.push({
      ...person,
      email: input.therapist.email,
      passwordHash: await app.auth.passwords.hash(input.therapist.password),
    })
  }
  const ids = await app.auth.users.createFirst(input.token, people)
  if (!ids?.[0]) throw invalidLink()

  const hasProfiles = await createFirstProfiles(app.db, {
    ...person,
    admin: { id: ids[0], email: input.email },
    therapist: input.therapist && ids[1] ? { id: ids[1], email: input.therapist.email } : null,
    practiceName: input.practiceName,
    emailName: input.emailName ?? withoutHealthWords(input.practiceName),
    publicUrl,
  }).catch(async (error: unknown) => {
    await app.auth.users.restoreSetupToken(input.token)
    throw error
  })
  if (!hasProfiles) throw invalidLink()
  markPractice(app.config.secretsDir)
  await app.site.refresh()
  const result = await signInAfterPasswordSet(context, input.email, input.password)
  if (result.kind !== 'signed-in') throw new Error('a new account owns no second factor')
  return result
}
