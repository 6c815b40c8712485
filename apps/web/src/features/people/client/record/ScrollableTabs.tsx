import { Tabs } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './ScrollableTabs.module.css'

/** Renders tabs on one line that scrolls horizontally. After the first render, scrolls the selected tab into view. */
export function ScrollableTabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <div ref={row} className={classes.row}>
      <Tabs.List aria-label={label} className={classes.list}>
        {children}
      </Tabs.List>
    </div>
  )
}
