import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listOwnAgreedVersions } from './legal-text.read.ts'

const Agreed = z.strictObject({
  kind: z.literal('legal-text'),
  page: z.string(),
  language: z.string(),
  version: z.number(),
  publishedAt: z.string(),
  agreedAt: z.string(),
})

/** The versions of the practice's legal texts to which a person agreed, the latest first. */
export const legalConsentExport = definePart({
  name: 'consents',
  roles: ['therapist', 'client'],
  schema: Agreed,
  async *pages({ db }, { actor, language: reader }) {
    const versions = await db.asActor(actor, listOwnAgreedVersions)
    yield versions.map(({ page, language, version, publishedAt, agreedAt }) => ({
      data: { kind: 'legal-text' as const, page, language, version, publishedAt, agreedAt },
      title: translate(reader, `personalExport.legal.${page}`),
      at: agreedAt,
      text: translate(reader, 'personalExport.agreed', { version: String(version), language }),
    }))
  },
})
