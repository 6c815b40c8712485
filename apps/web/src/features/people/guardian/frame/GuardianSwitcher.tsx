import { IconHome, IconUser, IconUserHeart } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsGuardianOnly } from '../../../../platform/login/login.ts'
import classes from './GuardianSwitcher.module.css'
import { useGuardedClients } from './use-guarded-clients.ts'

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The switcher of the sidebar: the person themselves, and each client for whom they act as a guardian. */
export function GuardianSwitcher({ className, entry }: { className: string | undefined; entry: string | undefined }) {
  const { t } = useTranslation('guardianHome')
  const path = useLocation({ select: (location) => location.pathname })
  const isGuardianOnly = useIsGuardianOnly()
  const clients = useGuardedClients().data?.items ?? []
  if (clients.length === 0) return null
  const isOwn = !path.startsWith('/for/')
  return (
    <div className={className}>
      <ul className={classes.list} aria-label={t('switcher')}>
        {!isGuardianOnly && (
          <li>
            <Link
              to="/dashboard/client"
              className={entry}
              data-here={isOwn || undefined}
              aria-current={isOwn || undefined}
            >
              <IconUser {...icon} />
              {t('me')}
            </Link>
          </li>
        )}
        {clients.map(({ clientId, firstName, therapistName }) => {
          const isHere = path === `/for/${clientId}` || path.startsWith(`/for/${clientId}/`)
          return (
            <li key={clientId}>
              <Link
                to="/for/$clientId"
                params={{ clientId }}
                className={entry}
                data-here={isHere || undefined}
                aria-current={isHere || undefined}
              >
                <IconUserHeart {...icon} />
                <span>
                  {t('bar.for', { name: firstName })}
                  {therapistName && <span className={classes.with}>{t('bar.with', { name: therapistName })}</span>}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The tab in the tab bar of a guardian without a record of their own. It opens the list of the clients for whom they act. */
export function GuardianTabs({ className }: { className: string | undefined }) {
  const { t } = useTranslation('guardianHome')
  const isHere = useLocation({ select: (location) => location.pathname.startsWith('/for') })
  return (
    <Link to="/for" className={className} data-here={isHere || undefined} aria-current={isHere ? 'page' : undefined}>
      <IconHome size={22} stroke={1.6} aria-hidden />
      <span>{t('tab')}</span>
    </Link>
  )
}
