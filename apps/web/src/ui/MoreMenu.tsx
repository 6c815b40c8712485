import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './MoreMenu.module.css'
import type { IconType } from './Mark.tsx'
import { Panel } from './Panel.tsx'

export type MoreItem = { label: string; icon: IconType; onClick: () => void; danger?: boolean }

/** What is done less often, behind three dots. Absent where there is nothing. */
export function MoreMenu({ label, items }: { label: string; items: readonly MoreItem[] }) {
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
        <Panel kind="menu" label={label} onClose={() => setOpen(false)}>
          <div className={classes.group} role="none">
            {items.map(({ label: words, icon: Icon, onClick, danger }) => (
              <button
                key={words}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={classes.item}
                data-danger={danger || undefined}
                onClick={() => {
                  setOpen(false)
                  onClick()
                }}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {words}
              </button>
            ))}
          </div>
        </Panel>
      )}
    </div>
  )
}
