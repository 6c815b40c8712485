import type { MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from '../Estimate.module.css'
import { elementOfEstimateField } from './values.ts'

type Page = RefObject<HTMLElement | null>

/** Focuses an element of the form by its name, such as `line.0.text`, after the next render. */
function focusElement(page: Page, name: string) {
  requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus())
}

/** Focuses the first of the missing fields that the form has, otherwise the first invalid field. */
export function focusMissingEstimateField(page: Page, missing: readonly MissingEstimateField[]) {
  const name = missing.map(elementOfEstimateField).find((one) => one !== null)
  if (name) return focusElement(page, name)
  requestAnimationFrame(() =>
    page.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"] a')?.focus(),
  )
}

type Props = { missing: readonly MissingEstimateField[]; within: Page }

/** Names each field that an estimate lacks before it can be given, with a button or link that leads to it. */
export function MissingEstimateFields({ missing, within }: Props) {
  const { t } = useTranslation('estimate')
  if (missing.length === 0) return null
  return (
    <Callout kind="danger" urgent title={t('missing.title')}>
      <ul className={classes.missing}>
        {missing.map((one) => (
          <li key={`${one.field}.${one.position}`}>
            <MissingItem of={one} within={within} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function MissingItem({ of: one, within }: { of: MissingEstimateField; within: Page }) {
  const { t } = useTranslation('estimate')
  const name = t(`missing.${one.field}`)
  const element = elementOfEstimateField(one)
  if (element === null)
    return (
      <Link to="/dashboard/$userType/settings" params={{ userType: 'therapist' }} search={{ tab: 'business' }}>
        {name}
      </Link>
    )
  return (
    <button type="button" onClick={() => focusElement(within, element)}>
      {one.position === null ? name : t('missing.inLine', { number: one.position, name })}
    </button>
  )
}
