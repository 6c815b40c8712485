import { erasureReportDays } from '@attune/contract/features/people/login/login.rules'
import { expect, test, vi } from 'vitest'
import { translate } from '../../../../platform/text/translations.ts'
import { startSharedApp } from '../../../../testing/app.ts'

const app = await startSharedApp()
const word = (key: string) => translate('en', `erasureReport.erased.${key}`)

test('the report of a deletion that a job completes later says so, until the job has run', async () => {
  const person = await app.person('client')
  const goOn = Promise.withResolvers<void>()
  const { removeAllOf } = app.exportStore
  const removal = vi
    .spyOn(app.exportStore, 'removeAllOf')
    .mockRejectedValueOnce(new Error('the disk is full'))
    .mockImplementation(async (accountId) => {
      await goOn.promise
      await removeAllOf(accountId)
    })
  const { report } = await person.api.login.deleteAccount({ password: person.password })
  const readErased = async () => (await app.anonymous().api.login.erasureReport({ report, language: 'en' })).sections[0]
  expect(await readErased()).toMatchObject({ heading: word('pendingHeading'), text: [word('pending')] })
  expect((await person.send('login/deletionPreview', {})).status).toBe(401)

  goOn.resolve()
  await expect.poll(async () => (await readErased())?.heading, { timeout: 20_000 }).toBe(word('heading'))
  expect((await readErased())?.text).toEqual([word('text'), word('devices')])
  expect(removal).toHaveBeenCalledTimes(2)
  expect(await app.auth.userById(person.accountId)).toBeNull()
  removal.mockRestore()
  // The report counts the backups from the time in this row, so the row must stay for as long as the report can be opened.
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ days: number }>(
      `select deletion_seconds / 86400 as days from jobs.job_common where name = 'farewell' and state = 'completed'`,
    ),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.days).toBeGreaterThan(erasureReportDays)
})
