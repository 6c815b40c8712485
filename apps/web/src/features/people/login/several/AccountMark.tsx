import type { Role } from '@attune/contract/features/people/account/account'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepInTitle } from '../../../../ui/page/keep-in-title.ts'
import { NewThings } from './AccountSummary.tsx'
import classes from './several.module.css'
import { isOfPage, newThings, useAccounts } from './use-accounts.ts'
import { useOwnAccountUpdates } from './use-own-account-updates.ts'

/**
 * If this browser holds several accounts, shows the role of the active account beside the avatar and the number of new items of the others on the
 * avatar, and adds the role to the page title. Otherwise renders nothing.
 */
export function AccountMark({ of: role }: { of: Role }) {
  const { t } = useTranslation('accountSwitcher')
  const accounts = useAccounts()
  useOwnAccountUpdates(role)
  const several = accounts.length > 1
  const name = t(`roles.${role}`)
  useEffect(() => (several ? nameInTitle(name) : undefined), [several, name])
  if (!several) return null
  const others = accounts.filter((account) => !isOfPage(account)).reduce((sum, account) => sum + newThings(account), 0)
  return (
    <span className={classes.mark} data-role={role}>
      <span>{name}</span>
      <span className={classes.others}>
        <NewThings count={others} />
      </span>
    </span>
  )
}

const product = / · Attune(?: \([^)]*\))?$/

/** Appends a name to the title of the tab, also after another page sets the title. */
const nameInTitle = (name: string) =>
  keepInTitle(
    (title) => title.replace(product, ` · Attune (${name})`),
    (title) => title.replace(product, ' · Attune'),
  )
