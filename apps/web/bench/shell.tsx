import '@mantine/core/styles.css'
import { AppShell, Button, Card, Group, MantineProvider, NavLink, Stack, Text, TextInput, Title } from '@mantine/core'
import { createRoot } from 'react-dom/client'

const pages = ['Dashboard', 'Clients', 'Sessions', 'Calendar', 'Settings', 'Profile', 'Tasks', 'Messages', 'Payments']

/**
 * The page that `npm run bench -- lighthouse` measures for comparison with the product: React and Mantine with the same frame, but without router,
 * texts, data or service worker.
 */
function BareShell() {
  return (
    <MantineProvider>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 256, breakpoint: 'sm', collapsed: { mobile: true } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between">
            <Text fw={600}>Bare shell</Text>
            <Button variant="default">Search</Button>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar>
          {pages.map((page) => (
            <NavLink key={page} label={page} href="#" />
          ))}
        </AppShell.Navbar>
        <AppShell.Main>
          <Stack>
            <Title>Thursday, 19 November</Title>
            {pages.slice(0, 4).map((page) => (
              <Card key={page} withBorder>
                <Title order={2}>{page}</Title>
                <Text>A card with a line of text and a field.</Text>
                <TextInput label={page} />
              </Card>
            ))}
          </Stack>
        </AppShell.Main>
      </AppShell>
    </MantineProvider>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<BareShell />)
