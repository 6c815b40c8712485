import { Checkbox, Skeleton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { LoadFailed } from '../../../ui/page/loading/ListStates.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx'
import classes from './LegalText.module.css'
import type { JoiningConsentState } from './use-joining-consent.ts'

/** A scrollable text must be focusable, so that it can be scrolled by keyboard. */
const scrolling = { tabIndex: 0, role: 'region' } as const

/** The text in a scrollable box, with the checkbox below it. */
export function JoiningText({ consent }: { consent: JoiningConsentState }) {
  const { t } = useTranslation('legalText')
  const locale = useLocale()
  const heading = useId()
  const { as, text } = consent
  if (consent.isLoading) return <Skeleton height={120} />
  if (!text || !as)
    return <LoadFailed text={t('joining.failed')} again={t('again')} onAgain={() => consent.readAgain()} />
  return (
    <div className={classes.joining}>
      <h2 id={heading} className={classes.heading}>
        {t(`joining.${as}.title`)}
      </h2>
      {consent.isChanged && (
        <Callout kind="warning" urgent>
          {t('joining.changed')}
        </Callout>
      )}
      <div className={classes.text} lang={text.language} {...scrolling} aria-labelledby={heading}>
        {text.text && <RichTextView value={text.text} under={2} />}
      </div>
      <p className={classes.quiet}>
        {t('version', { version: text.version, date: dateText(localDay(text.publishedAt, locale), locale.language) })}
      </p>
      <Checkbox
        label={t(`joining.${as}.tick`)}
        checked={consent.isAgreed}
        error={consent.isMissing && t(`joining.${as}.missing`)}
        onChange={(event) => consent.tick(event.currentTarget.checked)}
      />
    </div>
  )
}
