import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { fillMessages, messagesOwner } from './messages.ts'
import { ids } from './practice.ts'

const tasks = 66

/** A page whose first content is measured. */
export type VisitedPage = {
  name: string
  as: 'therapist' | 'client'
  /** The number that identifies the person. */
  person: number
  path: string
  /** The selector of the element for which a person waits. */
  content: string
  goals: { cold: number; warm: number }
}

/** A page whose work until the first content is limited, too. */
export type BenchPage = VisitedPage & {
  /**
   * The maximum work until the first content: the figures of the last measurement plus 10 %. `warm` is null for a home page, because it is not opened
   * a second time inside the app.
   */
  budget: { cold: WorkBudget; warm: WorkBudget | null }
}

/** The number of components, and the processor time of the main thread in milliseconds. */
type WorkBudget = { components: number; cpu: number }

const home = { cold: 2_500, warm: 300 }
const inside = { cold: 1_000, warm: 300 }
const work = (components: number, cpu: number): WorkBudget => ({ components, cpu })
const therapist = (name: string, path: string, content: string, budget: BenchPage['budget']): BenchPage => ({
  name,
  as: 'therapist',
  person: messagesOwner,
  path: `/dashboard/therapist${path}`,
  content: `#root main ${content}`,
  goals: inside,
  budget,
})
/** The pages that a therapist and a client open most often. */
export const firstPages: BenchPage[] = [
  {
    name: 'client’s home: next session',
    as: 'client',
    person: 0,
    path: '/dashboard/client',
    content: '#root main time',
    goals: home,
    budget: { cold: work(389, 414), warm: null },
  },
  {
    name: 'therapist’s home: next session',
    as: 'therapist',
    person: 0,
    path: '/dashboard/therapist',
    content: '#root main time',
    goals: home,
    budget: { cold: work(610, 422), warm: null },
  },
  {
    ...therapist('calendar', '/calendar', '[data-item]', { cold: work(1333, 542), warm: work(1038, 92) }),
    person: 0,
  },
  therapist('client list of 350', '/clients', 'tbody tr', { cold: work(532, 443), warm: work(248, 55) }),
  therapist('task board with 66 tasks', '/tasks', 'li a[href*="/tasks/"]', {
    cold: work(711, 457),
    warm: work(374, 70),
  }),
  therapist('record of a client', `/clients/${ids.record(messagesOwner)}/client-profile`, '[role=tabpanel] section', {
    cold: work(437, 374),
    warm: work(218, 33),
  }),
  therapist('messages of 300 conversations', '/messages', '[data-full-width] a[href*="conversation="]', {
    cold: work(344, 369),
    warm: work(170, 42),
  }),
]

/** A home is the page with which the app opens. */
export const isHome = ({ as, path }: Pick<VisitedPage, 'as' | 'path'>) => path === `/dashboard/${as}`

/** Inserts the messages and tasks of the pages. */
export async function fillFirstPages(url: string): Promise<void> {
  await fillMessages(url)
  await fillTasks(url)
}

/** Inserts assigned and completed tasks of clients of the therapist. */
async function fillTasks(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.task (id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, assigned_at, deliver_at, delivered_at, zone, completed_at, ended_at)
         select gen_random_uuid(), $1, c.id, gen_random_uuid(), 'Breathe slowly for five minutes', '{"type":"doc","content":[]}', '{"kind":"plain"}', 'plain',
           s, 'medium', now(), now(), now(), 'Europe/Berlin', case when s = 'completed' then now() end, case when s = 'completed' then now() end
         from (select id, row_number() over (order by id) as n from app.client where therapist_id = $1 limit $2) c,
           lateral (select (array['assigned', 'in-progress', 'completed'])[1 + n % 3] as s) x`,
        [ids.therapist(messagesOwner), tasks],
      )
    })
    await db.query('set role attune_owner')
    await db.query('vacuum analyze app.task')
  } finally {
    await db.end()
  }
}
