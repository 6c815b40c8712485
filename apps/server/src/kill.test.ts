import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaller } from './testing/api.ts'
import { openTestHouse, type TestHouse } from './testing/house.ts'
import { openServerHome, type ServerHome } from './testing/server.ts'
import { openLedger } from './testing/ledger.ts'
import { connectClient } from './testing/sessions.ts'

const kills = 5

let house: TestHouse
let home: ServerHome
beforeAll(async () => {
  // It makes the people and looks into the database; the server that is killed is another one beside it.
  house = await openTestHouse({ worker: false })
  home = openServerHome()
})
afterAll(async () => {
  await house.close()
  home.remove()
})

test('the server killed during saves, five times: each save stands whole or not at all, and none that was acknowledged is lost', async () => {
  const [therapist, client] = await Promise.all([house.person('therapist'), house.person('client')])
  const clientId = await connectClient(house, therapist, client)
  const ledger = openLedger()
  let slots = 0

  for (let kill = 0; kill < kills; kill++) {
    const { child, address } = await home.start(house.databaseUrl)
    const caller = openCaller(address, house.site.key)
    for (const [name, value] of therapist.jar) caller.jar.set(name, value)
    const before = ledger.acknowledged.size
    let dead = false
    const writer = async () => {
      while (!dead) {
        const id = randomUUID()
        const startsAt = new Date(Date.UTC(2027, 0, 1) + slots++ * 3_600_000).toISOString()
        await ledger.enter(id, () => caller.api.session.plan({ id, clientIds: [clientId], startsAt, format: 'video' }))
      }
    }
    const load = Promise.all([writer(), writer(), writer(), writer()])
    await expect.poll(() => ledger.acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 3 + kill * 5)
    child.kill('SIGKILL')
    dead = true
    await Promise.all([load, once(child, 'exit')])
  }

  expect([...ledger.refused.keys()]).toEqual([])
  const stored = await house.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const { rows } = await tx.run<{ id: string; participants: number; steps: number }>(
      `select s.id, (select count(*) from app.session_client c where c.session_id = s.id) as participants,
         (select count(*) from app.session_history h where h.session_id = s.id) as steps from app.session s`,
    )
    return rows
  })
  const told = await house.db.asActor({ role: 'client', id: client.accountId }, async (tx) => {
    const { rows } = await tx.run<{ id: string }>(
      `select related_id as id from app.notification where kind = 'session-planned'`,
    )
    return rows.map((row) => row.id).sort()
  })
  const mailed = await house.db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ id: string }>(
      `select subject_id as id from app.mail where kind = 'session-planned'`,
    )
    return rows.map((row) => row.id).sort()
  })
  const ids = stored.map((row) => row.id).sort()
  expect([...ledger.acknowledged].filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id) => !ledger.acknowledged.has(id) && !ledger.indeterminate.has(id))).toEqual([])
  expect(stored.filter((row) => row.participants !== 1 || row.steps !== 1)).toEqual([])
  expect(told).toEqual(ids)
  expect(mailed).toEqual(ids)
})
