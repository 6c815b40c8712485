import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { type FirstContentFigures, measureContentOf } from './first-content.ts'
import type { VisitedPage } from './first-pages.ts'
import { benchMeasure } from './measure-templates.ts'
import { measureWorkOf } from './page-work.ts'
import { withPages } from './page.ts'
import { ids } from './practice.ts'

/** The number that identifies both the therapist and the client, and the ids of the questionnaire and of the task that contains it. */
const owner = 9
const measureId = '00000000-0000-4000-8000-900000000003'
const taskId = '00000000-0000-4000-8000-900000000004'
const content = benchMeasure('A hundred questions', 100)
const goals = { cold: 1_000, warm: 1_000 }

const pages: VisitedPage[] = [
  {
    name: 'a client answers it',
    as: 'client',
    person: owner,
    path: `/dashboard/client/tasks/${taskId}`,
    content: '#root main fieldset input[type=radio]',
    goals,
  },
  {
    name: 'its therapist edits it',
    as: 'therapist',
    person: owner,
    path: `/dashboard/therapist/questionnaires/${measureId}`,
    content: '#root main ol li',
    goals,
  },
]

/** `work` is the processor time of opening the page by a click inside the app in milliseconds, with a processor that is not slowed down. */
export type MeasurePageFigures = FirstContentFigures & { work: number }

/** Measures the pages on which a therapist's own questionnaire of 100 items is answered and edited. */
export const measureMeasurePages = (say: (line: string) => void): Promise<MeasurePageFigures[]> =>
  withPages(fill, async (browser, practice, address) => {
    const figures: MeasurePageFigures[] = []
    for (const page of pages) {
      const content = await measureContentOf(browser, practice, address, page)
      const { warm } = await measureWorkOf(browser, practice, address, page)
      figures.push({ ...content, work: warm?.cpu ?? 0 })
      say(JSON.stringify(figures.at(-1)))
    }
    return figures
  })

/** Inserts the questionnaire, and a task with it. */
async function fill(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      const [therapist, client] = [ids.therapist(owner), ids.record(owner)]
      await db.query('insert into app.measure (id, therapist_id, content) values ($1, $2, $3)', [
        measureId,
        therapist,
        content,
      ])
      await db.query(
        `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone)
         values ($1, $2, $3, gen_random_uuid(), 'A hundred questions', $5, $4, 'measure', 'assigned', 'medium', now(), now(), now(), 'UTC')`,
        [
          taskId,
          therapist,
          client,
          { kind: 'measure', measureId, copy: { version: 1, comparableFrom: 1, content } },
          richTextFromPlain(''),
        ],
      )
      await db.query('insert into app.task_client (therapist_id, task_id, client_id) values ($1, $2, $3)', [
        therapist,
        taskId,
        client,
      ])
    })
  } finally {
    await db.end()
  }
}
