import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { asInstaller } from '../../../platform/restore/installer.ts'
import { openRestoredData } from '../../../platform/restore/restored-data.testing.ts'
import { startSharedApp, type TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { queueMail } from '../../messages/notification/notification.ts'
import { runWaitingListJob } from '../../schedule/waiting-list/waiting-list.advance.ts'

const app = await startSharedApp({ worker: false })
const { restoredFolder, startOn } = openRestoredData(app)
const [hour, day] = [3_600_000, 24 * 3_600_000]
const definer = app.privileged.definer

/** Starts a server on a restored data folder, runs `work` with it and closes it. All logins have ended, so `work` signs people in again. */
async function afterRestore(work: (node: TestApp) => Promise<void>, worker = false): Promise<void> {
  const node = await startOn(restoredFolder(), { worker })
  try {
    await work(node)
  } finally {
    await node.close()
  }
}
const signedIn = async (node: TestApp, person: Person) => (await node.secondBrowser(person, 2)).api

async function openPair(n: number) {
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  return { therapist, client, clientId: await connectClient(app, therapist, client) }
}

/** Inserts an email and its job, which runs after `seconds`. */
async function insertMail(of: { kind: string; to: string; actingFor: string }, seconds: number): Promise<string> {
  const id = randomUUID()
  await definer.query(
    'insert into app.mail (id, kind, account_id, acting_for, subject_id) values ($1, $2, $3, $4, $5)',
    [id, of.kind, of.to, of.actingFor, randomUUID()],
  )
  const job = { name: 'mail', data: { mailId: id }, startAfterSeconds: seconds } as const
  await app.db.asActor({ role: 'worker', id: null }, (tx) => enqueue(tx, job))
  return id
}
/** Makes the matching jobs due `hours` from now. */
const moveJobs = (which: string, hours: number) =>
  asInstaller(app.databaseUrl, async (db) => {
    await db.become('attune_owner')
    await db.query(`update jobs.job_common set start_after = now() + interval '1 hour' * ${hours} where ${which}`)
  })
const mailOf = async (id: string) => {
  const { rows } = await definer.query('select state, error from app.mail where id = $1', [id])
  return rows[0]
}
const isHeld = async (id: string) => {
  const { rows } = await definer.query('select id from app.held_item where item_id = $1', [id])
  return rows.length > 0
}

test('an email that was still to come is held, and leaves only after its therapist’s decision @slow', async () => {
  const { therapist, client, clientId } = await openPair(1)
  await scheduleSessionAt(therapist, clientId, new Date(app.clock.now().getTime() + 3 * day))
  // The email is still waiting, as if quiet hours delayed it.
  await moveJobs(`name = 'mail'`, 1)
  await afterRestore(async (node) => {
    const api = await signedIn(node, therapist)
    const { items, count } = await api.restore.held({})
    expect(count).toBe(items.length)
    const mail = items.find(({ detail }) => detail === 'session-planned')
    expect(mail).toMatchObject({ kind: 'mail', recipient: `${client.firstName} ${client.lastName}` })
    expect(node.inbox.mails).toEqual([])
    await api.restore.decide({ ids: items.map(({ id }) => id), decision: 'send' })
    expect((await node.inbox.mailTo(client.email)).subject).toBeTruthy()
    expect(await api.restore.held({})).toEqual({ items: [], count: 0 })
  }, true)
})

test('an email that was due before the restore is dropped with its reason @slow', async () => {
  const { therapist, client } = await openPair(2)
  const mail = await insertMail({ kind: 'session-moved', to: client.accountId, actingFor: therapist.accountId }, 0)
  await asInstaller(app.databaseUrl, async (db) => {
    await db.become('attune_owner')
    await db.query(`update jobs.job_common set start_after = now() - interval '1 hour' where data->>'mailId' = $1`, [
      mail,
    ])
  })
  await afterRestore(async (node) => {
    expect(await mailOf(mail)).toEqual({ state: 'dropped', error: 'restored' })
    expect((await (await signedIn(node, therapist)).restore.held({})).count).toBe(0)
  })
})

test('the email of a reminder stays in the queue, because it decides for itself @slow', async () => {
  const { therapist, client } = await openPair(3)
  const mail = await insertMail({ kind: 'session-reminder', to: client.accountId, actingFor: therapist.accountId }, 600)
  await afterRestore(async () => {
    expect([(await mailOf(mail)).state, await isHeld(mail)]).toEqual(['waiting', false])
  })
})

test('a therapist drops an own email, and one of someone else is left out @slow', async () => {
  const { therapist, client } = await openPair(4)
  const other = await app.person('therapist', 40)
  const mail = await insertMail({ kind: 'session-moved', to: client.accountId, actingFor: therapist.accountId }, 600)
  await afterRestore(async (node) => {
    const [own, foreign] = [await signedIn(node, therapist), await signedIn(node, other)]
    const { items } = await own.restore.held({})
    const ids = items.map(({ id }) => id)
    await foreign.restore.decide({ ids, decision: 'send' })
    expect([(await own.restore.held({})).count, (await foreign.restore.held({})).count]).toEqual([ids.length, 0])
    await own.restore.decide({ ids, decision: 'drop' })
    expect(await mailOf(mail)).toEqual({ state: 'dropped', error: 'held' })
    // A second decision changes nothing.
    await own.restore.decide({ ids, decision: 'send' })
    expect((await mailOf(mail)).state).toBe('dropped')
  })
})

test('the admin sees numbers by kind, no names, and decides about the emails of the practice alone @slow', async () => {
  const { therapist, client } = await openPair(5)
  const admin = await app.person('admin')
  await insertMail({ kind: 'session-moved', to: client.accountId, actingFor: therapist.accountId }, 600)
  const mail = await insertMail({ kind: 'feedback', to: admin.accountId, actingFor: admin.accountId }, 600)
  await afterRestore(async (node) => {
    const api = await signedIn(node, admin)
    const { restore } = await api.restore.heldOfPractice({})
    const mails = restore?.kinds.find(({ kind }) => kind === 'mail')
    expect(mails?.practice).toBe(1)
    expect(mails?.therapists).toBeGreaterThanOrEqual(1)
    expect(JSON.stringify(restore)).not.toContain(client.lastName)
    await api.restore.decideForPractice({ kind: 'mail', decision: 'drop' })
    expect((await mailOf(mail)).state).toBe('dropped')
    const after = (await api.restore.heldOfPractice({})).restore?.kinds.find(({ kind }) => kind === 'mail')
    expect(after).toEqual({ kind: 'mail', practice: 0, therapists: mails?.therapists })
    await expect((await signedIn(node, therapist)).restore.heldOfPractice({})).rejects.toMatchObject({ status: 403 })
  })
})

test('an email that a job makes up for after the restore is held, and one that a person causes is not @slow', async () => {
  const { therapist, client } = await openPair(6)
  const mail = (subject: string) => ({
    to: client.accountId as never,
    kind: 'session-moved' as const,
    actingFor: therapist.accountId as never,
    subject,
  })
  const ofJob = randomUUID()
  const ofPerson = randomUUID()
  await afterRestore(async (node) => {
    await node.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) => queueMail(tx, mail(ofJob)))
    await node.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => queueMail(tx, mail(ofPerson)))
    const { rows } = await definer.query<{ subject: string; held: boolean }>(
      'select subject_id as subject, exists (select from app.held_item h where h.item_id = m.id) as held from app.mail m where subject_id = any ($1)',
      [[ofJob, ofPerson]],
    )
    expect(Object.fromEntries(rows.map(({ subject, held }) => [subject, held]))).toEqual({
      [ofJob]: true,
      [ofPerson]: false,
    })
  })
})

test('a text that was due before is given up, and one that is still to come is held @slow', async () => {
  const { therapist, clientId } = await openPair(7)
  const now = app.clock.now().getTime()
  const insert = async (dueAt: number) => {
    const id = randomUUID()
    await definer.query(
      `insert into app.delivery (id, therapist_id, client_id, purpose, channel, number, params, created_at, due_at, updated_at)
       values ($1, $2, $3, 'notice', 'sms', '+491701234567', '{}', $4, $5, $4)`,
      [id, therapist.accountId, clientId, new Date(now), new Date(dueAt)],
    )
    return id
  }
  const [before, after] = [await insert(now - hour), await insert(now + hour)]
  await afterRestore(async (node) => {
    const { rows } = await definer.query('select id, failed from app.delivery where id = any ($1) order by due_at', [
      [before, after],
    ])
    expect(rows).toEqual([
      { id: before, failed: 'expired' },
      { id: after, failed: null },
    ])
    const api = await signedIn(node, therapist)
    expect((await api.restore.held({})).items).toMatchObject([{ kind: 'text', detail: 'notice' }])
  })
})

test('the offers of a waiting list wait for the decision, and dropping them closes its freed times', async () => {
  const { therapist } = await openPair(8)
  const startsAt = new Date(app.clock.now().getTime() + 2 * day)
  await definer.query(
    'insert into app.freed_time (therapist_id, starts_at, ends_at, was_session) values ($1, $2, $3, true)',
    [therapist.accountId, startsAt, new Date(startsAt.getTime() + hour)],
  )
  const freed = async () => {
    const { rows } = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run<{ checked: string | null; closed: string | null }>(
        'select checked_at as checked, closed_at as closed from app.freed_time where therapist_id = $1',
        [therapist.accountId],
      ),
    )
    return rows[0]
  }
  await afterRestore(async (node) => {
    await runWaitingListJob(node, { therapistId: therapist.accountId })
    expect(await freed()).toEqual({ checked: null, closed: null })
    const api = await signedIn(node, therapist)
    const { items } = await api.restore.held({})
    expect(items).toMatchObject([{ kind: 'waiting-list' }])
    await api.restore.decide({ ids: items.map(({ id }) => id), decision: 'drop' })
    expect((await freed())?.closed).not.toBeNull()
  })
})
