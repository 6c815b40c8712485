import { NoteTemplate } from '@attune/contract/features/care/note/note'
import { z } from 'zod'
import { definePart } from '../../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { listNoteTemplates } from '../note.templates.ts'

/** A therapist's templates of notes. */
export const noteTemplateExport = definePart({
  name: 'templates',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('note'), ...NoteTemplate.shape }),
  async *pages({ db }, { actor, language }) {
    const templates = await db.asActor(actor, listNoteTemplates)
    yield templates.map((template) => ({
      data: { kind: 'note' as const, ...template },
      title: template.name,
      at: null,
      text: translate(language, 'note.template'),
      facts: template.fields.map(({ heading, hint }) => ({ label: heading, text: hint || '–' })),
    }))
  },
})

/** The moment from which a therapist wants to write notes. */
export const noteSettingExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('notes'), neededFrom: z.string().nullable() }),
  async *pages({ db }, person) {
    const row = await db.asActor(person.actor, (tx) =>
      tx.kysely
        .selectFrom('note_setting')
        .select('needed_from')
        .where('therapist_id', '=', tx.actor.id)
        .executeTakeFirst(),
    )
    if (!row) return
    const neededFrom = row.needed_from && new Date(row.needed_from).toISOString()
    yield [
      {
        data: { kind: 'notes' as const, neededFrom },
        title: translate(person.language, 'note.exportTitle'),
        at: null,
        facts: labelledFacts(person.language, { neededFrom: exportedMoment(person, neededFrom) }),
      },
    ]
  },
})
