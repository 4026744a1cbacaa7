import { Link } from 'wouter'

/** The name of a table in a list, which leads to one of its pages. */
export const TableLink = ({ table, href }: { table: string; href: string }) => (
  <Link className="long-name" href={href} title={table}>
    {table}
  </Link>
)
