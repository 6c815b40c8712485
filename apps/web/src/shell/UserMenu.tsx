import type { Role } from '@attune/contract/features/account'
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { leave } from '../features/login/login.tsx'
import type { Me } from '../platform/login.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import classes from './UserMenu.module.css'
import { addressOf } from './navigation.ts'

/** The person and what is theirs; an admin has no profile and account items here [2.23]. */
export function UserMenu({ role, me }: { role: Role; me: Me | null }) {
  const { t } = useTranslation('shell')
  const name = me?.displayName ?? ''
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false} position="bottom-end" width={264} offset={6} radius="lg" shadow="md" transitionProps={{ duration: 150 }}>
      <Menu.Target>
        <UnstyledButton className={classes.face}>
          <PersonAvatar name={name} url={me?.avatarUrl} size={32} />
          <VisuallyHidden>{t('userMenu', { name })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <PersonAvatar name={name} url={me?.avatarUrl} size={40} />
          <div className={classes.names}>
            <strong>{name}</strong>
            <span>{me?.email}</span>
          </div>
        </div>
        <Menu.Divider />
        {role !== 'admin' && (
          <>
            <Menu.Item component={Link} to={addressOf(role, 'profile')} leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}>
              {t('pages.profile')}
            </Menu.Item>
            <Menu.Item component={Link} to={addressOf(role, 'settings')} leftSection={<IconSettings size={18} stroke={1.6} aria-hidden />}>
              {t('account')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => void leave()} leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}>
          {t('logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
