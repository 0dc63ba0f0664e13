/** The head of a table whose columns have one heading each. */
export const TableHead = ({ headings }: { headings: string[] }) => (
  <thead>
    <tr>
      {headings.map((heading) => (
        <th key={heading} scope="col">
          {heading}
        </th>
      ))}
    </tr>
  </thead>
);
