import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { elementOf } from './values.ts'
import classes from './DraftEditor.module.css'

type Page = RefObject<HTMLElement | null>

/** Focuses an element of the form by its name, such as `line.0.text`, after the next render. */
function focusElement(page: Page, name: string) {
  requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus())
}

/** Focuses the first of the missing fields that the form has, otherwise the first invalid field. */
export function focusMissing(page: Page, missing: readonly MissingField[]) {
  const name = missing.map(elementOf).find((one) => one !== null)
  if (name) return focusElement(page, name)
  requestAnimationFrame(() =>
    page.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"] a')?.focus(),
  )
}

type Props = { missing: readonly MissingField[]; invoice: InvoiceView; within: Page }

/** Names each field that a draft lacks before it can be issued, with a button or link that leads to it. */
export function MissingFields({ missing, invoice: { clientId }, within }: Props) {
  const { t } = useTranslation('invoiceDraft')
  if (missing.length === 0) return null
  return (
    <Callout kind="danger" urgent title={t('missing.title')}>
      <ul className={classes.missing}>
        {missing.map((one) => (
          <li key={`${one.of}.${one.field}.${one.position}`}>
            <MissingItem of={one} clientId={clientId} within={within} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function MissingItem({ of: one, clientId, within }: { of: MissingField; clientId: string; within: Page }) {
  const { t } = useTranslation('invoiceDraft')
  const name = t([`missing.fields.${one.of}.${one.field}`, `missing.fields.${one.of}.other`])
  const words = one.position === null ? name : t('missing.inLine', { number: one.position, name })
  const element = elementOf(one)
  if (one.of === 'business')
    return (
      <Link to="/dashboard/$userType/settings" params={{ userType: 'therapist' }} search={{ tab: 'business' }}>
        {words}
      </Link>
    )
  if (one.of === 'payer')
    return (
      <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
        {words}
      </Link>
    )
  if (!element) return words
  return (
    <button type="button" onClick={() => focusElement(within, element)}>
      {words}
    </button>
  )
}
