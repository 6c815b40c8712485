import type { AccountEntry } from '@attune/contract/features/administration'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { dayOf, dayText, momentText } from '../../ui/moment.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import classes from './administration.module.css'

/** An account in the list: name, role, second factor, and the button that resets a lost second factor. */
export function AccountRow({ account, onReset }: { account: AccountEntry; onReset: () => void }) {
  const { t } = useTranslation('accounts')
  const reader = useReader()
  const me = useMe()
  const { name, email, avatarUrl, role, onboarded, secondFactor, resetAt, since } = account
  return (
    <li className={classes.account}>
      <PersonAvatar name={name || email} url={avatarUrl} />
      <div className={classes.words}>
        <div className={classes.name}>{name || email}</div>
        <Facts>
          {t(`role.${role}`)}
          {name && email}
          {t('since', { when: dayText(dayOf(since, reader), reader) })}
        </Facts>
        <div className={classes.states}>
          {!onboarded && <Mark icon={IconCircleDashed}>{t('notOnboarded')}</Mark>}
          {secondFactor ? (
            <Mark icon={IconCircleCheck} tone="success">
              {t('factor')}
            </Mark>
          ) : (
            <Mark icon={IconCircleDashed}>{t('noFactor')}</Mark>
          )}
          {resetAt && (
            <Mark icon={IconClockExclamation} tone="warning">
              {t('resetRuns', { when: momentText(resetAt, reader) })}
            </Mark>
          )}
        </div>
      </div>
      {secondFactor && !resetAt && account.id !== me?.id && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('resetOf', { name: name || email })}
          onClick={onReset}
        >
          {t('reset')}
        </Button>
      )}
    </li>
  )
}
