import { shiftDay } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, draftInvoice, draftLine, openPractice } from '../../../../testing/records/invoices.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { makePdf } from '../../billing-document/pdf/document.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'

const app = await startSharedApp({ worker: false })

test('an invoice has number, issue date, due date, client, service description, date, time, subtotal, tax, total, payment method (bank transfer, credit card, cash) and status including overdue [3.09]', async () => {
  const therapist = await app.person('therapist')
  const { invoice, payment } = therapist.api
  await openPractice(app, therapist)
  const clientId = await addPayingClient(app, therapist, 'Ruiz')
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(app.clock.now())
  const line = draftLine({
    text: 'Einzeltherapie',
    serviceOn: '2026-11-02',
    serviceTime: '09:30',
    priceMinor: '10000',
    taxRateBp: 1900,
  })
  const draft = await draftInvoice(therapist, clientId, [line, { ...line, serviceTime: '11:00', priceMinor: '0' }])
  expect([draft.status, draft.sheet.number]).toEqual(['draft', ''])

  const issued = await invoice.issue({ id: draft.id, command: randomUUID() })
  const number = `${today.slice(0, 4)}-0001`
  expect(issued).toMatchObject({
    status: 'issued',
    clientId,
    clientName: 'Ana Ruiz',
    sheet: {
      number,
      issuedOn: today,
      dueOn: shiftDay(today, 14),
      buyer: { name: 'Ana Ruiz' },
      lines: [{ text: 'Einzeltherapie', serviceOn: '2026-11-02', serviceTime: '09:30', netMinor: '10000' }, {}],
      netMinor: '10000',
      taxMinor: '1900',
      grossMinor: '11900',
      taxes: [{ rateBp: 1900, taxMinor: '1900' }],
    },
  })
  const listed = (await invoice.list({})).items.find(({ id }) => id === draft.id)
  expect(listed).toMatchObject({ number, clientName: 'Ana Ruiz', issuedOn: today, grossMinor: '11900' })

  const { pages } = readPdf(await makePdf({ sheet: issued.sheet, madeAt: app.clock.now().toISOString() }))
  const printed = pages.join('\n').replaceAll(/\s+/g, ' ')
  const dayText = (day: string) =>
    new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  const facts = [
    number,
    dayText(today),
    dayText(shiftDay(today, 14)),
    'Ana Ruiz',
    'Einzeltherapie',
    '02.11.2026',
    '09:30',
  ]
  for (const fact of [...facts, '100,00', '19,00', '119,00']) expect(printed).toContain(fact)

  const pay = async (method: 'bank-transfer' | 'credit-card' | 'cash', amountMinor: string) => {
    const of = { id: randomUUID(), invoiceId: draft.id, currency: 'EUR', paidOn: today, reference: '' }
    return (await payment.record({ ...of, method, amountMinor })).status
  }
  expect(await pay('bank-transfer', '5000')).toBe('partly-paid')
  expect(await pay('credit-card', '5000')).toBe('partly-paid')
  expect(await pay('cash', '1900')).toBe('paid')
  const paid = await invoice.get({ id: draft.id })
  expect(paid).toMatchObject({ status: 'paid', openMinor: '0' })
  expect(paid.payments.map(({ method }) => method).toSorted()).toEqual(['bank-transfer', 'cash', 'credit-card'])

  // Uses another therapist, because the days of issue of one therapist must not decrease, and this invoice was issued three days ago.
  const other = await app.person('therapist', 2)
  const order = { therapistId: other.accountId, clientId: await addPayingClient(app, other) }
  const dueOn = shiftDay(today, -3)
  const late = await insertIssuedInvoice(app, { ...order, issuedOn: dueOn, dueOn })
  expect(await other.api.invoice.get({ id: late })).toMatchObject({ status: 'overdue', overdueDays: 3 })
})
