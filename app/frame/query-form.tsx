import type { ComponentProps, FormEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * A GET form that navigates within the page, and works as a plain form without JavaScript. React Router's own `Form`
 * can also POST, and would add that code to every page.
 */
export function QueryForm({ action, ...rest }: Omit<ComponentProps<'form'>, 'action'> & { action: string }) {
  const navigate = useNavigate()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value))
    void navigate(`${action}?${query}`, { preventScrollReset: true })
  }
  return <form {...rest} method="get" action={action} onSubmit={ask} />
}
