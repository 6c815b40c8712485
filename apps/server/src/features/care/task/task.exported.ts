import { TaskDetail } from '@attune/contract/features/care/task/task'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  definePart,
  exportedFileOf,
  type ExportedItem,
  type ExportingPerson,
} from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { TaskTemplate } from '@attune/contract/features/care/task/task.fields'
import { z } from 'zod'
import { listTaskTemplates } from './assign/templates.ts'
import { answerLines } from './answer/answer-lines.ts'
import { readTaskDetail } from './read/detail.ts'
import { readTaskPage } from './read/queries.ts'

const pageLength = 50

/** The tasks that a client has received, with the answers, drafts and comments. */
export const taskExport = definePart({
  name: 'tasks',
  roles: ['client'],
  schema: TaskDetail,
  async *pages(app, person) {
    const { actor, now } = person
    let after: string | undefined
    for (;;) {
      const page = await app.db.asActor(actor, async (tx) => {
        const { items, next } = await readTaskPage(tx, { withWaiting: false }, { after, limit: pageLength }, now)
        const details: TaskDetail[] = []
        for (const { id } of items) details.push(await readTaskDetail(tx, id, now))
        return { details, next }
      })
      yield page.details.map((detail) => itemOf(app, person, detail))
      if (page.next === null) return
      after = page.next
    }
  },
})

function itemOf(app: AppContext, { language, now }: ExportingPerson, detail: TaskDetail): ExportedItem<TaskDetail> {
  const { task, description, form, files, answer, draft, comments } = detail
  const t = (key: string) => translate(language, `personalExport.${key}`)
  const textOf = (given: typeof answer | typeof draft) =>
    given
      ? answerLines(form, given.answer)
          .filter((line) => line.trim() !== '')
          .join('\n')
      : ''
  return {
    data: detail,
    title: task.title,
    at: task.deliveredAt,
    content: description,
    facts: [
      { label: t('answer'), text: textOf(answer) },
      { label: t('draft'), text: textOf(draft) },
      ...comments.map((comment) => ({
        label: comment.by === 'client' ? t('you') : task.therapist.name,
        text: comment.text,
      })),
    ],
    files: files.map((file) => exportedFileOf(app, file, task.deliveredAt ?? now.toISOString())),
  }
}

/** A therapist's templates of tasks. */
export const taskTemplateExport = definePart({
  name: 'templates',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('task'), ...TaskTemplate.shape }),
  async *pages({ db }, { actor, language }) {
    const templates = await db.asActor(actor, listTaskTemplates)
    yield templates.map((template) => ({
      data: { kind: 'task' as const, ...template },
      title: template.title,
      at: null,
      text: translate(language, 'task.template'),
      content: template.description,
    }))
  },
})
