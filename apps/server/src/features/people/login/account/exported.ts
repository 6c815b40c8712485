import { z } from 'zod'
import { deviceName } from '../../../../platform/auth/login/device-name.ts'
import { definePart } from '../../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'

const SignIn = z.strictObject({
  kind: z.literal('sign-in'),
  device: z.string(),
  ip: z.string().nullable(),
  at: z.string(),
  lastSeenAt: z.string(),
})
const Passkey = z.strictObject({
  kind: z.literal('passkey'),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
type Data = z.infer<typeof SignIn> | z.infer<typeof Passkey>

/** The devices on which a person is signed in, and the names of the passkeys, without keys. */
export const signInExport = definePart<Data>({
  name: 'account',
  roles: ['therapist', 'client', 'admin'],
  schema: z.union([SignIn, Passkey]),
  async *pages({ auth }, person) {
    const { actor, language } = person
    const logins = await auth.accountLogins.list({ userId: actor.id, role: actor.role })
    const title = translate(language, 'login.signedIn')
    yield logins.map(({ userAgent, ip, at, lastSeenAt }) => ({
      data: {
        kind: 'sign-in',
        device: deviceName(userAgent),
        ip,
        at: at.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      },
      title,
      at: at.toISOString(),
      text: deviceName(userAgent),
      facts: labelledFacts(language, { ip, lastSeenAt: exportedMoment(person, lastSeenAt) }),
    }))
    const passkeys = await auth.passkeys.list(actor.id)
    yield passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      data: {
        kind: 'passkey',
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      },
      title: translate(language, 'login.passkey'),
      at: createdAt.toISOString(),
      text: name,
      facts: labelledFacts(language, { lastUsedAt: exportedMoment(person, lastUsedAt) }),
    }))
  },
})
