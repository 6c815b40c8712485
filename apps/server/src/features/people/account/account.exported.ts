import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { AppContext } from '../../../platform/app-context.ts'
import { definePart, type ExportedFile, type ExportingPerson } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../platform/personal-export/facts.ts'
import { nameOfLanguage, translate } from '../../../platform/text/translations.ts'
import { readOwnProfile, readTherapistProfile } from './account.queries.ts'

const Account = z.strictObject({
  kind: z.literal('account'),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  language: z.string(),
  zone: z.string(),
  theme: z.string(),
  /** The public profile of a therapist; empty for others. */
  profile: z.record(z.string(), z.string()),
  /** The person's last request to become a therapist. */
  roleRequest: z.strictObject({ status: z.string(), askedAt: z.string(), decidedAt: z.string().nullable() }).nullable(),
})

/** The account of a person with the picture, and the public profile of a therapist. */
export const accountExport = definePart({
  name: 'account',
  roles: ['therapist', 'client', 'admin'],
  schema: Account,
  async *pages(app, person) {
    const { actor, language: reader } = person
    const { own, profile } = await app.db.asActor(actor, async (tx) => ({
      own: await readOwnProfile(tx),
      profile: actor.role === 'therapist' ? await readTherapistProfile(tx) : {},
    }))
    const { email, firstName, lastName, role, language, zone, theme, roleRequest } = own
    const said = profile as Record<string, string>
    const asked = roleRequest && {
      status: roleRequest.status,
      askedAt: roleRequest.askedAt,
      decidedAt: roleRequest.decidedAt,
    }
    yield [
      {
        data: {
          kind: 'account' as const,
          email,
          firstName,
          lastName,
          role,
          language,
          zone,
          theme,
          profile: said,
          roleRequest: asked,
        },
        title: own.displayName,
        at: null,
        facts: [
          ...labelledFacts(reader, {
            email,
            firstName,
            lastName,
            zone,
            language: nameOfLanguage(language, reader),
            ...said,
          }),
          {
            label: translate(reader, 'account.roleRequest'),
            text: exportedMoment(person, roleRequest?.askedAt ?? null),
          },
        ],
        files: await pictureOf(app, person),
      },
    ]
  },
})

/** Returns the person's own picture, not one of a sign-in provider. */
async function pictureOf({ avatars }: AppContext, { actor, now }: ExportingPerson): Promise<ExportedFile[]> {
  const [name] = (await avatars.list(actor.id, 100, 0)).slice(-1)
  if (name === undefined) return []
  const open = async (): Promise<Readable | null> => avatars.read(`${actor.id}/${name}`)
  return [{ name: 'portrait.webp', at: now.toISOString(), type: 'image/webp', open }]
}
