import { IconLock, IconPhoneCall, IconServer2, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { browserZone } from '../../../../platform/login/login.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { Logo } from '../../../../ui/base/Logo.tsx'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import { LanguageSelect } from '../../../../ui/choice/LanguageSelect.tsx'
import classes from './PublicFrame.module.css'

const LegalLinks = lazyNamed(() => import('../../../../ui/list/LegalLinks.tsx'), 'LegalLinks')

/** Loads the product information that visitors may see. */
export const useProductInfo = () => useQuery(orpc.product.info.queryOptions({ input: {} })).data

/**
 * Renders the frame of a public page: an introduction on the left and the form on the right. On a phone the form comes
 * first.
 */
export function PublicFrame({
  title,
  text,
  children,
  wide = false,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
  wide?: boolean
}) {
  const { legalPages } = useProductSettings()
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
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
        <div className={classes.form} data-wide={wide || undefined}>
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </div>
      </main>
      <ProductFacts />
      <footer className={classes.foot}>
        <IconPhoneCall size={16} stroke={1.6} aria-hidden />
        <EmergencySentences />
        {legalPages.length > 0 && <LegalLinks />}
      </footer>
    </div>
  )
}

/**
 * Says that this is not an emergency service, and names the emergency number. Shows a number only once the country is known. If no number is found,
 * the text refers to the local emergency number. The table of numbers loads separately, so that public pages load fast.
 */
function EmergencySentences() {
  const { t } = useTranslation('login')
  const { safetyNumbers } = useProductSettings()
  const [number, setNumber] = useState<string | null>()
  useEffect(() => {
    import('@attune/contract/features/care/safety/safety.countries.rules').then(
      ({ emergencyNumber }) => setNumber(emergencyNumber(browserZone(), safetyNumbers)),
      () => setNumber(null),
    )
  }, [safetyNumbers])
  return (
    <span className={classes.emergency}>
      <span>{t('emergency')}</span>{' '}
      <span data-unknown={number === undefined || undefined}>
        {number === null ? t('emergencyCallLocal') : t('emergencyCall', { number: number ?? '\u2007\u2007\u2007' })}
      </span>
    </span>
  )
}

/** Introduces the product to visitors, beside the form. */
function ProductFacts() {
  const { t } = useTranslation('login')
  const product = useProductInfo()
  return (
    <aside className={classes.face} aria-label={t('about')}>
      <p className={classes.sentence}>{t('sentence')}</p>
      <ul className={classes.facts}>
        <Fact icon={IconServer2} title={t('facts.practice')}>
          {product?.practiceName
            ? t('facts.practiceText', { practice: product.practiceName })
            : t('facts.practiceTextPlain')}
        </Fact>
        <Fact icon={IconLock} title={t('facts.between')}>
          {t('facts.betweenText')}
        </Fact>
        <Fact icon={IconUsers} title={t('facts.agreed')}>
          {t('facts.agreedText')}
        </Fact>
      </ul>
    </aside>
  )
}

function Fact({ icon: Icon, title, children }: { icon: IconType; title: string; children: ReactNode }) {
  return (
    <li className={classes.fact}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
    </li>
  )
}
