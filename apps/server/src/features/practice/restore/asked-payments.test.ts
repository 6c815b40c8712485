import { afterAll, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { openRestoredData } from '../../../platform/restore/restored-data.testing.ts'
import { onlinePaymentJobs } from '../../billing/online-payment/online-payment.jobs.ts'
import { openOnlinePractice, pagesOf } from '../../billing/online-payment/online-payment.testing.ts'

const practice = await openOnlinePractice()
afterAll(() => practice.close())
const { restoredFolder, startOn } = openRestoredData(practice.app)
const { app, double, therapist } = practice
const attempt = { retryCount: 0, last: false }

test('after a restore the provider is asked at once about each open page, and a payment since the backup is booked once', async () => {
  const [paid, open] = [await practice.issue(), await practice.issue()]
  const sessions = [await practice.open(paid), await practice.open(open)]
  double.pay(sessions[0] ?? '')
  const pages = [...(await pagesOf(practice, paid)), ...(await pagesOf(practice, open))]
  const askAll = async (of: typeof app) => {
    for (const { id } of pages)
      await onlinePaymentJobs['online-payment'].run(of, { therapistId: therapist.accountId, pageId: id }, attempt)
  }
  // Control: no payment page is due for a check yet.
  await askAll(app)
  expect(await practice.paidOf(paid)).toEqual({ status: 'issued', entries: [] })

  const config = { allowsTestPayments: true }
  const outbound = openOutbound({ trusted: [double.origin] })
  const node = await startOn(restoredFolder(), { config, outbound, paymentApiOrigin: double.origin })
  try {
    await askAll(node)
    await askAll(node)
    const { api } = await node.secondBrowser(therapist, 2)
    const [first, second] = [await api.invoice.get({ id: paid }), await api.invoice.get({ id: open })]
    expect([first.status, first.payments.map(({ amountMinor }) => amountMinor)]).toEqual(['paid', ['9500']])
    expect([second.status, second.payments]).toEqual(['issued', []])
  } finally {
    await node.close()
  }
})
