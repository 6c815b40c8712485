import { legalPages, type LegalPageName } from '@attune/contract/features/administration.rules'
import type { Language } from '@attune/contract/common/text.schemas'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../platform/language.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import classes from './settings.module.css'

const LegalTextDialog = lazyNamed(() => import('./LegalTextDialog.tsx'), 'LegalTextDialog')

type Props = {
  /** The pages that have a text, by language. */
  written: readonly { page: LegalPageName; language: Language }[]
}

/** Lists the legal pages with the languages in which they are written. */
export function LegalPagesSettings({ written }: Props) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const [open, setOpen] = useState<LegalPageName | null>(null)
  const languagesOf = (page: LegalPageName) =>
    written.filter((place) => place.page === page).map(({ language }) => languageNames[language])
  return (
    <Section title={t('legal.title')} hint={t('legal.hint')} rows>
      {legalPages.map((page) => {
        const languages = languagesOf(page)
        return (
          <CardRow key={page} wraps>
            <div className={classes.place}>
              <div>{t(`common:legal.${page}`)}</div>
              <div className={classes.quiet}>{languages.join(', ') || t('legal.unwritten')}</div>
            </div>
            {languages.length > 0 && (
              <TextLink to="/legal/$page" params={{ page }}>
                {t('legal.view')}
              </TextLink>
            )}
            <Button
              variant="default"
              aria-label={t('legal.editPage', { page: t(`common:legal.${page}`) })}
              onClick={() => setOpen(page)}
            >
              {t('legal.edit')}
            </Button>
          </CardRow>
        )
      })}
      {open && (
        <Suspense>
          <LegalTextDialog page={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Section>
  )
}
