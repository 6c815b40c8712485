import { shownParts } from '@attune/contract/features/care/form/form.rules'
import { FormView, type OwnForm, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import {
  definePart,
  exportedFileOf,
  type ExportedFile,
  type ExportedItem,
  type ExportingPerson,
} from '../../../../platform/personal-export/exported-part.ts'
import { formatDateTimeInZone, translate } from '../../../../platform/text/translations.ts'
import { findStoredFormDocument } from '../document/document.ts'
import { formViewOf, listForms, requireForm } from '../form.queries.ts'
import { listOwnForms, readOwnForm } from '../form.fill.ts'

/** The forms that were sent to a client, with the answers or the draft, the signature, and the signed PDF. */
export const formExport = definePart({
  name: 'forms',
  roles: ['client'],
  schema: OwnFormView,
  async *pages(app, person) {
    const forms = await app.db.asActor(person.actor, (tx) => listOwnForms(tx, person.now))
    for (const { id } of forms) {
      const form = await app.db.asActor(person.actor, (tx) => readOwnForm(tx, id, person.now))
      yield [itemOf(app, person, form)]
    }
  },
})

function itemOf(app: AppContext, person: ExportingPerson, form: OwnFormView): ExportedItem<OwnFormView> {
  const { language, zone } = person
  const t = (key: string, params?: Record<string, string>) => translate(language, `recordExport.${key}`, params)
  const { signature } = form
  const shown = shownParts(form.content, form.answers).filter(({ field }) => field.type !== 'signature')
  return {
    data: form,
    title: form.title,
    at: form.sentAt,
    text: `${form.therapistName}\n${t(`formState.${form.state}`)}`,
    facts: [
      ...shown.map(({ field, answer }) => ({ label: field.label, text: answer.join('\n') })),
      {
        label: t('signature'),
        text: signature
          ? `${signature.guardianName || signature.typedName}, ${formatDateTimeInZone(signature.signedAt, language, zone)}`
          : '',
      },
    ],
    files: [
      ...(form.scan ? [exportedFileOf(app, form.scan, form.sentAt)] : []),
      ...(form.isReady ? [pdfOf(app, person, form)] : []),
    ],
  }
}

const pdfOf = ({ db }: AppContext, { actor }: ExportingPerson, { id, title, sentAt }: OwnForm): ExportedFile => ({
  name: `${title}.pdf`,
  at: sentAt,
  type: 'application/pdf',
  async open() {
    const stored = await db.asActor(actor, (tx) => findStoredFormDocument(tx, id))
    return stored && stored !== 'making' ? Readable.from([stored.bytes]) : null
  },
})

/** The forms that a therapist has written. */
export const formTemplateExport = definePart({
  name: 'templates',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('form'), ...FormView.shape }),
  async *pages({ db }, { actor, language }) {
    const forms = await db.asActor(actor, listForms)
    for (const { id } of forms) {
      const form = await db.asActor(actor, async (tx) => formViewOf(await requireForm(tx, id)))
      yield [
        {
          data: { kind: 'form' as const, ...form },
          title: form.title,
          at: null,
          text: translate(language, 'form.template'),
          facts: form.content.fields.map(({ label, options }) => ({ label, text: options.join('\n') || '–' })),
        },
      ]
    }
  },
})
