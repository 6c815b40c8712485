import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { IconUserHeart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './ActingForBar.module.css'

/**
 * The line at the top of every page of a guardian: the name of the client for whom they act, with a link to the client's home, and the name of the
 * therapist.
 */
export function ActingForBar({ client }: { client: GuardedClient }) {
  const { t } = useTranslation('guardianHome')
  return (
    <p className={classes.bar}>
      <IconUserHeart size={18} stroke={1.6} aria-hidden />
      <span>
        <Link to="/for/$clientId" params={{ clientId: client.clientId }} className={classes.name}>
          {t('bar.for', { name: client.firstName })}
        </Link>
        {client.therapistName && <> · {t('bar.with', { name: client.therapistName })}</>}
      </span>
    </p>
  )
}
