import { runs } from '@attune/contract/common/runs.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomChanges, seededRandom } from './random.testing.ts'
import { setUpSyncTest } from '../external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpSyncTest()
})
afterAll(() => setup.close())

test(
  'random changes on both sides with interruptions leave both equal, without a duplicate, a loss or a moved session',
  { timeout: 600_000 },
  async () => {
    const { caldav, connect, addClient, at } = setup
    const next = seededRandom(20_261_123)
    const linked = await connect()
    const { record } = await addClient(linked.therapist)
    const { items } = caldav.calendarAt()
    const pathOf = (name: string) => `/thea/private/${name}`
    const faults = [{ status: 503 }, { losesAnswers: true }, { tokenStatus: 500 }, { etags: 'none' }] as const
    const during = async (fault: Parameters<typeof caldav.fails>[0]) => {
      caldav.fails(fault)
      await linked.sync()
      caldav.fails({})
    }
    const changes = randomChanges(
      {
        api: () => linked.therapist.api,
        record,
        from: at(1),
        there: {
          list: async () => new Map([...items].map(([path, { data }]) => [path, data])),
          read: async (name) => items.get(pathOf(name))?.data,
          write: async (name, data) => caldav.write(pathOf(name), data),
          delete: async (name) => caldav.delete(pathOf(name)),
        },
        sync: linked.sync,
        interrupt: () => during(faults[Math.floor(next() * faults.length)] ?? {}),
        collide: (change) => during({ beforeWrite: change }),
      },
      next,
    )
    for (let number = 0; number < runs(150, 150, 500); number++) await changes.step()
    await changes.settle()
    const findings = await changes.compare(await linked.sync())
    expect(Object.entries(findings).filter(([, count]) => count > 0)).toEqual([])
    expect(changes.count()).toBeGreaterThan(20)
  },
)
