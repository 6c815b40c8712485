import type { AgreedVersion } from '@attune/contract/features/practice/legal-text/legal-text'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay, timeText } from '../../../ui/page/date-text.ts'
import { CardRow } from '../../../ui/page/Section.tsx'
import classes from './LegalText.module.css'

const LegalVersionDialog = lazyNamed(() => import('./LegalVersionDialog.tsx'), 'LegalVersionDialog')

/** The versions to which a person agreed, each with the time and a link to the text. */
export function AgreementRows({ items }: { items: readonly AgreedVersion[] }) {
  const { t } = useTranslation('legalText')
  const locale = useLocale()
  const [open, setOpen] = useState<AgreedVersion | null>(null)
  return (
    <>
      {items.map((item) => (
        <CardRow key={item.id} wraps>
          <div className={classes.place}>
            <div>{t(`agreed.${item.page === 'consent' ? 'consent' : 'privacy'}`)}</div>
            <div className={classes.quiet}>
              {t('agreed.at', {
                version: item.version,
                date: dateText(localDay(item.agreedAt, locale), locale.language),
                time: timeText(item.agreedAt, locale),
              })}
            </div>
          </div>
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setOpen(item)}>
            {t('agreed.read')}
          </Button>
        </CardRow>
      ))}
      {open && <LegalVersionDialog id={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}
