import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './ActionMenu.module.css'
import type { IconType } from '../status/StatusBadge.tsx'
import { PopoverPanel } from './PopoverPanel.tsx'

export type ActionMenuItem = {
  label: string
  icon: IconType
  onClick: () => void
  /** Whether the action destroys something, so that it is red. */
  danger?: boolean
}

/** A button with three dots that opens a menu of actions. Renders nothing if there are no items. */
export function ActionMenu({ label, items }: { label: string; items: readonly ActionMenuItem[] }) {
  const [open, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <div className={classes.around}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconDots size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {open && (
        <PopoverPanel kind="menu" label={label} onClose={() => setOpen(false)}>
          <ActionMenuItems items={items} onDone={() => setOpen(false)} />
        </PopoverPanel>
      )}
    </div>
  )
}

/** The items of an action menu, for use in a panel. */
export function ActionMenuItems({ items, onDone }: { items: readonly ActionMenuItem[]; onDone: () => void }) {
  return (
    <div className={classes.group} role="none">
      {items.map(({ label, icon: Icon, onClick, danger }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes.item}
          data-danger={danger || undefined}
          onClick={() => {
            onDone()
            onClick()
          }}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
          {label}
        </button>
      ))}
    </div>
  )
}
