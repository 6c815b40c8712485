import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { chartPeriods } from '@attune/contract/features/schedule/session/session.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })

test('the sums by day, week, month, quarter and year are what was issued, received, open and overdue, by currency [9.05]', async () => {
  const [therapist, client, other] = await Promise.all([
    app.person('therapist', 1),
    app.person('client', 1),
    app.person('therapist', 2),
  ])
  const clientId = await connectClient(app, therapist, client)
  const today = todayIn('Europe/Berlin', app.clock.now())
  const yesterday = shiftDay(today, -1)
  const issue = (changes: Partial<Parameters<typeof insertIssuedInvoice>[1]>) =>
    insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn: today, ...changes })
  const pay = (invoiceId: string, amountMinor: string, currency: string) =>
    therapist.api.payment.record({
      id: randomUUID(),
      invoiceId,
      amountMinor,
      currency,
      paidOn: today,
      method: 'cash',
      reference: '',
    })
  await pay(await issue({ dueOn: yesterday, grossMinor: '10000' }), '4000', 'EUR')
  await issue({ grossMinor: '7000' })
  const credited = await issue({ grossMinor: '2000' })
  await issue({ corrects: credited, grossMinor: '2000' })
  await pay(await issue({ grossMinor: '1000' }), '1500', 'EUR')
  await issue({ currency: 'CHF', grossMinor: '30000' })

  for (const period of chartPeriods) {
    const { currencies } = await therapist.api.payment.chart({ period })
    const last = currencies.map(({ currency, items }) => ({ currency, ...items.at(-1) }))
    expect(last).toMatchObject([
      { currency: 'CHF', issuedMinor: '30000', receivedMinor: '0', openMinor: '30000', overdueMinor: '0' },
      { currency: 'EUR', issuedMinor: '18000', receivedMinor: '5500', openMinor: '13000', overdueMinor: '6000' },
    ])
  }
  expect(await other.api.payment.chart({ period: 'yearly' })).toEqual({ currencies: [] })
})
