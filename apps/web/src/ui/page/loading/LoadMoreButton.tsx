import { Button, Center } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = { label: string; loading: boolean; onMore: () => void }

/** A button that loads the next page of a list when it is pressed or scrolls into view. */
export function LoadMoreButton({ label, loading, onMore }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!button.current || loading) return
    const watch = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && onMore(), {
      rootMargin: '200px',
    })
    watch.observe(button.current)
    return () => watch.disconnect()
  }, [onMore, loading])
  return (
    <Center p="xs">
      <Button ref={button} variant="subtle" loading={loading} onClick={onMore}>
        {label}
      </Button>
    </Center>
  )
}
