// Lessons: a position and a search that show one thing, at one click.

export const LESSONS = [
    {
        title: "What minimax does",
        game: "tictactoe",
        moves: "b2 a1 c3 a3 a2 c2",
        kind: "minimax",
        depth: 3,
        text: "Three cells are left. Every line of play is followed to its end; a node of max takes the greatest value of its moves, a node of min the least. Step through it and watch values travel up.",
    },
    {
        title: "A cut-off",
        game: "tictactoe",
        moves: "b2 a1 c3",
        kind: "alphabeta",
        depth: 2,
        text: "After the first move max has a value in hand. As soon as min finds one answer to another move that is no better for max, the other answers cannot matter: they are cut off. The grey boxes say how much that saves.",
    },
    {
        title: "Why ordering matters",
        game: "connect4",
        moves: "44",
        kind: "ordered",
        depth: 3,
        text: "The same tree with good moves first: more cut-offs, fewer nodes. Press “Alpha-beta” for the same search without ordering, and compare the counts below the tree.",
    },
    {
        title: "Three searches, one answer",
        game: "tictactoe",
        moves: "b2 a1 c3",
        kind: "three",
        depth: 3,
        text: "Minimax, alpha-beta and principal variation search on one position: the value is the same, the work is not. PVS looks at later moves through a null window first, and searches again where that was wrong.",
    },
    {
        title: "How UCT shifts its mind",
        game: "tictactoe",
        moves: "b2 a2",
        kind: "mcts",
        iterations: 60,
        text: "At first every move is tried once. Then the mean of its results and the exploration term compete: a move that does badly is visited less, but never quite forgotten. Play it at 5 steps a second.",
    },
];
