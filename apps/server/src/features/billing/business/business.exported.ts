import { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { findLogo, readOwnBusiness } from './business.ts'

const Exported = z.strictObject({
  kind: z.literal('business'),
  fields: OwnBusiness.shape.fields,
  isOn: z.boolean(),
})

/** The business of a therapist as it is on invoices, with the logo. */
export const businessExport = definePart({
  name: 'services',
  roles: ['therapist'],
  schema: Exported,
  async *pages({ db }, { actor, language, now }) {
    const { fields, isOn, logoSha, version } = await db.asActor(actor, (tx) => readOwnBusiness(tx, now))
    if (version === 0) return
    const logo = logoSha ? await db.asActor(actor, (tx) => findLogo(tx, logoSha)) : null
    const { name, street, postalCode, city, country, email, phone, iban, taxId, vatId } = fields
    yield [
      {
        data: { kind: 'business' as const, fields, isOn },
        title: translate(language, 'business.exportTitle'),
        at: null,
        text: [name, street, `${postalCode} ${city}`.trim(), country ?? ''].filter(Boolean).join('\n'),
        facts: labelledFacts(language, { email, phone, iban, taxId, vatId }),
        files: logo ? [logoFile(logo, now)] : [],
      },
    ]
  },
})

const logoFile = ({ mime, bytes }: { mime: string; bytes: Buffer }, now: Date) => ({
  name: mime === 'image/png' ? 'logo.png' : 'logo.jpg',
  at: now.toISOString(),
  type: mime,
  open: () => Promise.resolve(Readable.from([bytes])),
})
