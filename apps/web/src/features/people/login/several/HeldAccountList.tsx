import { useTranslation } from 'react-i18next'
import { AccountSummary } from './AccountSummary.tsx'
import classes from './several.module.css'
import { switchOrUnlock } from './switch-account.ts'
import { useAccounts } from './use-accounts.ts'

/** Shows a visitor of the sign-in page the accounts that are still signed in on this device. Renders nothing if there are none. */
export function HeldAccountList() {
  const { t } = useTranslation('accountSwitcher')
  const accounts = useAccounts()
  if (accounts.length === 0) return null
  return (
    <section className={classes.held} aria-label={t('held')}>
      <h2>{t('held')}</h2>
      {accounts.map((account) => (
        <button key={account.userId} type="button" className={classes.row} onClick={() => void switchOrUnlock(account)}>
          <AccountSummary account={account} />
        </button>
      ))}
    </section>
  )
}
