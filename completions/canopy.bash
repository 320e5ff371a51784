# Completion of canopy for bash: the program itself knows what may come next.
_canopy() {
    # Bash breaks words at `:` and `=`, which are parts of ours: take them from the line itself.
    local line=${COMP_LINE:0:COMP_POINT} words word shown
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=${words[-1]}
    shown=${COMP_WORDS[COMP_CWORD]}
    [[ $shown == [:=] ]] && shown=
    local before=${word%"$shown"} candidate
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        COMPREPLY+=("${candidate#"$before"}")
    done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} != *= ]] && COMPREPLY[0]+=" "
    return 0
}
complete -o nospace -o default -F _canopy canopy
