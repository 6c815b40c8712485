import type { AccountListItem } from '@attune/contract/features/administration'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { localDay, dayText, momentInSentence } from '../../ui/page/date-text.ts'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import classes from './administration.module.css'

/** A row of the account list: name, role, second factor, and the button that resets a lost second factor. */
export function AccountRow({ account, onReset }: { account: AccountListItem; onReset: () => void }) {
  const { t } = useTranslation('accounts')
  const reader = useLocale()
  const me = useMe()
  const { name, email, avatarUrl, role, onboarded, secondFactor, resetAt, since } = account
  return (
    <li className={classes.account}>
      <PersonAvatar personId={account.id} name={name || email} url={avatarUrl} />
      <div className={classes.words}>
        <div className={classes.name}>{name || email}</div>
        <MetaList>
          {t(`role.${role}`)}
          {name && email}
          {t('since', { when: dayText(localDay(since, reader), reader) })}
        </MetaList>
        <div className={classes.states}>
          {!onboarded && <StatusBadge icon={IconCircleDashed}>{t('notOnboarded')}</StatusBadge>}
          {secondFactor ? (
            <StatusBadge icon={IconCircleCheck} tone="success">
              {t('factor')}
            </StatusBadge>
          ) : (
            <StatusBadge icon={IconCircleDashed}>{t('noFactor')}</StatusBadge>
          )}
          {resetAt && (
            <StatusBadge icon={IconClockExclamation} tone="warning">
              {t('resetRuns', { when: momentInSentence(resetAt, reader) })}
            </StatusBadge>
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
