import { NavLink } from 'react-router'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './OperatorHeader.module.css'

const PAGES = [
  { to: paths.operator(), label: 'Accounts' },
  { to: paths.operatorQueue(), label: 'Queue' },
  { to: paths.operatorHealth(), label: 'Health' },
  { to: paths.operatorActions(), label: 'Actions' },
]

/** The head of the pages for operators, with the way between them. */
export function OperatorHeader(props: { description: string }) {
  return (
    <>
      <PageHeader title="Operator" description={props.description} />
      <nav aria-label="For operators">
        <ul className={classes.list}>
          {PAGES.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className={classes.link}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
