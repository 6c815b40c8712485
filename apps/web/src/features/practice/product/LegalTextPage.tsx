import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Logo } from '../../../ui/base/Logo.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { LanguageSelect } from '../../../ui/choice/LanguageSelect.tsx'
import classes from './LegalTextPage.module.css'

const LegalText = lazyNamed(() => import('./LegalText.tsx'), 'LegalText', <Skeleton height={360} />)
const LegalLinks = lazyNamed(() => import('../../../ui/list/LegalLinks.tsx'), 'LegalLinks')

const route = getRouteApi('/legal/$page')

/** Renders a legal page of the practice, which anyone can read. */
export function LegalTextPage() {
  const { page } = route.useParams()
  const { t } = useTranslation('product')
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={32} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        <LegalText page={page} />
      </main>
      <footer className={classes.foot}>
        <TextLink to="/">{t('legal.back')}</TextLink>
        <LegalLinks />
      </footer>
    </div>
  )
}
