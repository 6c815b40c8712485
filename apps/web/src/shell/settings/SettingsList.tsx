import type { Role } from '@attune/contract/features/people/account/account'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AdminPageLinks } from '../../features/practice/administration/AdminPages.tsx'
import { SearchField } from '../../ui/input/SearchField.tsx'
import type { SettingsArea } from '../../ui/page/settings-subject.ts'
import { findSettings, loadSettingEntries, type FoundSetting } from './find-settings.ts'
import classes from './SettingsPage.module.css'
import type { OwnSubject } from './subjects.ts'

type Props = { area: SettingsArea; role: Role; subjects: readonly OwnSubject[]; current: OwnSubject | undefined }

/** The list of settings pages in groups. While the person searches, it shows the pages whose title or labels match. */
export function SettingsList({ area, role, subjects, current }: Props) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = useFoundSettings(role, typed)
  const groups = [...new Set(subjects.map(({ group }) => group))]
  const [first] = found ?? []
  return (
    <nav className={classes.list} aria-label={t('title')}>
      <SearchField
        label={t('find')}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !first) return
          setTyped('')
          void navigate({ to: first.address })
        }}
      />
      {found ? (
        <FoundPages found={found} typed={typed} onOpen={() => setTyped('')} />
      ) : (
        groups.map((group) => (
          <div key={group} role="group" aria-label={t(`groups.${group}`)}>
            <h2>{t(`groups.${group}`)}</h2>
            <ul>
              {subjects
                .filter((subject) => subject.group === group)
                .map(({ id, address }) => (
                  <li key={id}>
                    <PageLink address={address} isCurrent={id === current?.id}>
                      {t(`subjects.${id}`)}
                    </PageLink>
                  </li>
                ))}
            </ul>
          </div>
        ))
      )}
      {!found && role === 'admin' && area === 'settings' && <AdminPageLinks className={classes.entry} />}
    </nav>
  )
}

function PageLink({ address, isCurrent, children }: { address: string; isCurrent: boolean; children: string }) {
  return (
    <Link
      to={address}
      activeOptions={{ exact: true }}
      className={classes.entry}
      data-here={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span>{children}</span>
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </Link>
  )
}

/** Returns the pages that match the search; null without a search, and until the texts of all pages are loaded. */
function useFoundSettings(role: Role, typed: string): FoundSetting[] | null {
  const { i18n } = useTranslation('settings')
  const wanted = typed.trim() !== ''
  const read = useQuery({
    queryKey: ['setting-labels', role, i18n.language],
    queryFn: () => loadSettingEntries(role),
    enabled: wanted,
    staleTime: Infinity,
  })
  return wanted && read.data ? findSettings(read.data, typed) : null
}

type FoundProps = { found: readonly FoundSetting[]; typed: string; onOpen: () => void }

function FoundPages({ found, typed, onOpen }: FoundProps) {
  const { t } = useTranslation('settings')
  return (
    <div>
      <p className={classes.count} role="status">
        {found.length > 0 ? t('found', { count: found.length }) : t('noneFound', { text: typed.trim() })}
      </p>
      <ul>
        {found.map(({ address, title, labels }) => (
          <li key={address}>
            <Link to={address} className={classes.entry} onClick={onOpen}>
              <span>
                {title}
                {labels.length > 0 && <span className={classes.labels}>{labels.join(' · ')}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
