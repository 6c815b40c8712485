import { useTranslation } from 'react-i18next'
import { AccountSummary } from './AccountSummary.tsx'
import type { MenuEntry } from './AddAccountItem.tsx'
import classes from './several.module.css'
import { switchOrUnlock } from './switch-account.ts'
import { isOfPage, useAccounts } from './use-accounts.ts'

/** The accounts of this browser, with the active one marked. Renders nothing if there is only one. */
export function AccountItems({ entry, onChosen }: { entry: MenuEntry; onChosen: () => void }) {
  const { t } = useTranslation('accountSwitcher')
  const accounts = useAccounts()
  if (accounts.length < 2) return null
  return (
    <div className={classes.group} role="group" aria-label={t('title')}>
      {accounts.map((account) => (
        <button
          key={account.userId}
          {...entry}
          type="button"
          data-active={isOfPage(account) || undefined}
          aria-current={isOfPage(account) || undefined}
          onClick={() => {
            onChosen()
            if (!isOfPage(account)) void switchOrUnlock(account)
          }}
        >
          <AccountSummary account={account} />
        </button>
      ))}
    </div>
  )
}
