import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../platform/settings/product-settings.ts'
import { TextLink } from '../base/TextLink.tsx'
import classes from './LegalLinks.module.css'

/** Links to the legal pages that the practice has written. Renders nothing if there are none. */
export function LegalLinks() {
  const { t } = useTranslation()
  const { legalPages } = useProductSettings()
  // The consent text is shown where a person agrees to it.
  const pages = legalPages.filter((page) => page !== 'consent')
  if (pages.length === 0) return null
  return (
    <nav className={classes.links} aria-label={t('legal.title')}>
      {pages.map((page) => (
        <TextLink key={page} to="/legal/$page" params={{ page }}>
          {t(`legal.${page}`)}
        </TextLink>
      ))}
    </nav>
  )
}
