import type { Role } from '@attune/contract/features/people/account/account'
import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTitle } from '../pages/page-lookup.ts'

/**
 * Sets the title of the browser tab to the name of the page in the menu. A page with a more precise title sets it afterwards, in an effect;
 * effects run after layout effects. An address without a page keeps the title of its screen.
 */
export function DefaultTabTitle({ of: role }: { of: Role }) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: (location) => location.pathname })
  const title = pageTitle(path, role)
  useLayoutEffect(() => {
    if (title) document.title = `${t(`pages.${title}`)} · Attune`
    // The path is a dependency, because the default title is the same for each record of a page. The tab would otherwise keep the more precise title
    // of the previous record.
  }, [path, title, t])
  return null
}
