import { afterAll, beforeEach, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { openRestoredData } from '../../../platform/restore/restored-data.testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { hour, movedFile, setUpSyncTest } from '../../schedule/external-calendar/external-calendar.testing.ts'
import { syncCalendar } from '../../schedule/external-calendar/sync/sync.ts'

const setup = await setUpSyncTest()
afterAll(() => setup.close())
const { restoredFolder, startOn } = openRestoredData(setup.app)
beforeEach(() => {
  setup.caldav.calendars.clear()
  setup.caldav.addCalendar('/thea/private/', 'Private')
})

const pathOf = (id: string) => `/thea/private/${id}.ics`
const stored = () => setup.caldav.calendarAt().items

/** A therapist with one session that is already in the external calendar, and one that was scheduled after the backup. */
async function openCalendar() {
  const { connect, addClient, plan, at } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const written = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const waiting = await plan(linked.therapist, record, at(2))
  return { ...linked, written, waiting }
}

/** Starts a server on a restored data folder, runs `work` with it and closes it. */
async function afterRestore(work: (node: TestApp) => Promise<void>): Promise<void> {
  const config = { calendarLocalHosts: [setup.caldav.host] }
  const node = await startOn(restoredFolder(), { config, outbound: openOutbound() })
  try {
    await work(node)
  } finally {
    await node.close()
  }
}

test('after a restore an external calendar is compared and not written, until its therapist says so @slow', async () => {
  const { therapist, id, written, waiting } = await openCalendar()
  const file = stored().get(pathOf(written))?.data ?? ''
  setup.caldav.write(pathOf(written), movedFile(file, hour))
  await afterRestore(async (node) => {
    const { api } = await node.secondBrowser(therapist, 2)
    const { items } = await api.restore.held({})
    expect(items).toMatchObject([{ kind: 'calendar' }])
    await syncCalendar(node, therapist.accountId, id)
    expect((await api.externalCalendar.questions({})).items).toMatchObject([{ change: 'moved' }])
    expect(stored().has(pathOf(waiting))).toBe(false)
    await api.restore.decide({ ids: items.map((item) => item.id), decision: 'send' })
    await syncCalendar(node, therapist.accountId, id)
    expect(stored().has(pathOf(waiting))).toBe(true)
  })
})

test('dropping what waits for an external calendar lets it be read from then on, and not written', async () => {
  const { therapist, id, waiting } = await openCalendar()
  await afterRestore(async (node) => {
    const { api } = await node.secondBrowser(therapist, 2)
    const { items } = await api.restore.held({})
    await api.restore.decide({ ids: items.map((item) => item.id), decision: 'drop' })
    await syncCalendar(node, therapist.accountId, id)
    expect(stored().has(pathOf(waiting))).toBe(false)
    const accounts = (await api.externalCalendar.accounts({})).items
    expect(accounts.flatMap(({ calendars }) => calendars)).toMatchObject([{ direction: 'read', state: 'ok' }])
  })
})
